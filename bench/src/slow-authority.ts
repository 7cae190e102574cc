import { startAuthority } from "../../sandbox/src/authority/server.ts";

/** A sandbox authority in a process of its own, as the real one would be: what it costs is not the service's. */
const authority = await startAuthority({ answerMs: Number(process.argv[2]) });
process.send!({ url: authority.url });
process.on("disconnect", () => process.exit());
