import type { Permissions } from './data/session.js'

/** Who may see a screen, a menu entry or a block; by default, all signed-in people. */
export interface Visibility {
  /** Only people with this permission. The API checks the permission, too. */
  permission?: string
  /** Only the super administrator. */
  superAdminOnly?: boolean
  /**
   * Whether the item needs an organization, which a super administrator may not have chosen. By default, items
   * with a permission need one.
   */
  needsTenant?: boolean
}

/** Whether a person with these permissions may see the item once they are in an organization. */
export const isAllowed = (item: Visibility, who: Permissions): boolean =>
  (!item.superAdminOnly || who.isSuperAdmin) && (!item.permission || who.can(item.permission))

/** Whether the item needs an organization. */
export const needsTenant = (item: Visibility): boolean =>
  item.needsTenant ?? (item.permission !== undefined && !item.superAdminOnly)

/** Whether a person with these permissions may see the item where they are now. */
export const isVisible = (item: Visibility, who: Permissions): boolean =>
  isAllowed(item, who) && (who.hasTenant || !needsTenant(item))
