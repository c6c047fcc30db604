// What every page starts: theme, receipts, keys, menus, definitions, and the count of chapters read.

import { startCopying } from "./copy.js";
import { startDefinitions } from "./define.js";
import { startKeys } from "./keys.js";
import { startMenus } from "./menu.js";
import { notice } from "./notice.js";
import { onProgress, troubles } from "../gym/progress.js";
import { showChaptersRead } from "./chapters.js";
import { startReceipts } from "./receipts.js";
import { startTheme } from "./theme.js";

startTheme();
startReceipts();
startKeys();
startMenus();
startCopying();
startDefinitions();

const trouble = troubles();
if (trouble) notice(trouble);
showChaptersRead();
onProgress(showChaptersRead);
