/** Names and addresses that always mean this machine. */
export const isLoopbackName = (name: string): boolean =>
  name === "localhost" || /^127(\.\d{1,3}){3}$/.test(name) || /^\[?::1\]?$/.test(name);
