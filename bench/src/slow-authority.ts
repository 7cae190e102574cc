import { startAuthority } from "../../sandbox/src/authority/server.ts";

/** A sandbox authority in its own process, so that its cost is not counted as the service's. */
const authority = await startAuthority({ answerMs: Number(process.argv[2]) });
process.send!({ url: authority.url });
process.on("disconnect", () => process.exit());
