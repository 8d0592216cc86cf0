/** One right, as it is asked for: by operations, events, step types and checks. */
export interface PermissionRef {
  /** `<domain>.<verb>`, e.g. `assets.write`; roles and tokens hold it by this name. */
  readonly name: string
}

/** One right a role or a token can hold, and the reference by which it is asked for. */
export interface Permission extends PermissionRef {
  readonly description: string
  /** Built-in roles that hold it (admin holds every permission of its tenant). */
  readonly roles: readonly ('editor' | 'viewer' | 'user')[]
}

/**
 * Declares a permission. The reference lives in the owner's `contracts/`; list it under `permissions`
 * in the plugin's declaration, else whoever asks for it is refused at start. The name is stored with
 * roles and tokens: it is never changed.
 */
export function definePermission(name: string, facts: Omit<Permission, 'name'>): Permission {
  return Object.freeze({ name, ...facts })
}

/** The two usual permissions of a domain: to see its things, and to create, change and delete them. */
export function readAndWrite(
  domain: string,
  nouns: string,
  readers: Permission['roles'],
  writers: Permission['roles'] = []
): [read: Permission, write: Permission] {
  return [
    definePermission(`${domain}.read`, { description: `See ${nouns}`, roles: readers }),
    definePermission(`${domain}.write`, {
      description: `Create, change and delete ${nouns}`,
      roles: writers,
    }),
  ]
}
