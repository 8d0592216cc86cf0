/*
 * `/api/v2`: the operations for programs. Each operation under `/api` is declared once and served a second time with
 * the same controller, permission and validators. Only the envelope differs: answers are `{ data }`, lists are
 * `{ data, nextCursor }` and use cursors.
 */

/** Sections of the API reference. A plugin assigns its addresses to them (`publicApi`). */
export const apiSections = [
  'authentication',
  'tenants',
  'users',
  'assets',
  'workflows',
  'integrations',
  'sync',
  'analytics',
  'webhooks',
] as const

export type ApiSection = (typeof apiSections)[number]
