HAS_V3: bool
__test__: dict[str, str]
