"""The texts of all messages in all languages. Pure; `app` opens the files."""
