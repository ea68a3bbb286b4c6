// The linter of the table's page: the rules that eslint recommends.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", ".venv/", "docs/", "examples/"] },
  {
    ...js.configs.recommended,
    files: ["**/page/*.js"],
    languageOptions: { globals: globals.browser },
    rules: { ...js.configs.recommended.rules, "no-unused-vars": ["error", { argsIgnorePattern: "^_" }] },
  },
];
