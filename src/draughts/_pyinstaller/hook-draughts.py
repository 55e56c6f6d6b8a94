"""What PyInstaller cannot see in ``draughts``: late imports, the fast core, the data."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

# What a program imports of these by name is followed as usual; they bring much with them.
_OWN_PROGRAMS = ("c_api", "cli", "web", "_pyinstaller", "__main__")


def _belongs(name: str) -> bool:
    return not any(f"{name}.".startswith(f"draughts.{part}.") for part in _OWN_PROGRAMS)


# draughts._v3._core is loaded from its folder under the name of the portable core.
hiddenimports = collect_submodules("draughts", filter=_belongs)
datas = collect_data_files("draughts.data")
