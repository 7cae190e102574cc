// For workerd: answers with what worked, or with what did not.
import { smoke } from "./smoke.mjs";

export default {
  async fetch(_request, env) {
    return Response.json(await smoke(env.API).catch((error) => String(error?.stack ?? error)));
  },
};
