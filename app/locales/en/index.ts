import chat from "./chat.json";
import common from "./common.json";
import document from "./document.json";
import editor from "./editor.json";
import home from "./home.json";
import problem from "./problem.json";
import repository from "./repository.json";
import settings from "./settings.json";
import welcome from "./welcome.json";

export default { chat, common, document, editor, home, problem, repository, settings, welcome };
