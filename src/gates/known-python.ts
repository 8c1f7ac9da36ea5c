/** Python modules that never belong to a project: libraries for tests. */
export const KNOWN_PYTHON =
  /^(pytest|hypothesis|unittest|typing|os|sys|re|json|math|datetime|collections|itertools|functools|pathlib|random|time|string|decimal|fractions|statistics|enum|dataclasses|abc|io|copy|operator|contextlib|logging|tempfile|shutil|subprocess|threading|asyncio|uuid|hashlib|base64|inspect|textwrap|types|warnings|__future__)(\.|$)/;
