/** What makes Node run the TypeScript sources themselves; without the condition packages mean their build. */
export const sourceFlags = ['--conditions=crossdock-source', '--import=@poppinss/ts-exec']
