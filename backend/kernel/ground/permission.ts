/** Reference to a permission, used by operations, events, step types and checks. */
export interface PermissionRef {
  /** `<domain>.<verb>`, e.g. `assets.write`; the name that roles and tokens store. */
  readonly name: string
}

/** A permission of roles and tokens, and the reference to check it. */
export interface Permission extends PermissionRef {
  readonly description: string
  /** Built-in roles that hold it (admin holds every permission of its tenant). */
  readonly roles: readonly ('editor' | 'viewer' | 'user')[]
}

/**
 * Declares a permission. Export it from the plugin's `contracts/`, and list it under `permissions` in the
 * plugin's declaration; otherwise code that names it fails at startup. The name is stored with roles and tokens
 * and must never change.
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
