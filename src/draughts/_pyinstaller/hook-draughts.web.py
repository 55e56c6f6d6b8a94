"""The files of the page."""

from PyInstaller.utils.hooks import collect_data_files

datas = collect_data_files("draughts.web")
