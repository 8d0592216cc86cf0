/** Flags that make Node run the TypeScript sources. Without the condition, packages resolve to their build. */
export const sourceFlags = ['--conditions=crossdock-source', '--import=@poppinss/ts-exec']
