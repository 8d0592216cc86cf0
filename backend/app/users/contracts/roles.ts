/** Built-in roles of every tenant; `user` is the default. */
export const builtInRoles = ['admin', 'editor', 'viewer', 'user'] as const

export type BuiltInRole = (typeof builtInRoles)[number]
