import { writeFileSync } from "node:fs";
import { contractText } from "./generated.ts";

writeFileSync(new URL("../../openapi.json", import.meta.url), contractText());
