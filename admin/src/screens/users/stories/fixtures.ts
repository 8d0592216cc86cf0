import type { User } from '@crossdock/client'

const people = [
  ['Ada', 'Quill', 'ada.quill', 'admin', 'active'],
  ['Rey', 'Ode', 'rey.ode', 'editor', 'active'],
  [null, null, 'night-desk', 'viewer', 'pending'],
  ['Tova', 'Lind', 'tova.lind', 'night-shift', 'inactive'],
] as const

export const person = (at: number): User => {
  const [firstName, lastName, mailbox, role, status] = people[at]!
  return {
    id: `usr_${at + 10}`,
    tenantId: 'ten_1',
    email: `${mailbox}@harbor.example`,
    firstName,
    lastName,
    role,
    status,
    isActive: status !== 'inactive',
    hasSecondFactor: role === 'admin',
    lastLoginAt: status === 'pending' ? null : new Date(Date.now() - 3 * 3_600_000).toISOString(),
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-05-02T08:00:00.000Z',
  }
}

export const allUsers: User[] = people.map((_, at) => person(at))

/** The answer of GET /roles. */
export const roles = [
  { key: 'admin', name: 'Admin', description: null, isBuiltIn: true },
  { key: 'user', name: 'User', description: 'Same permissions as Viewer.', isBuiltIn: true },
  { key: 'viewer', name: 'Viewer', description: 'Sees files and workflows.', isBuiltIn: true },
  { key: 'night-shift', name: 'Night Shift', description: null, isBuiltIn: false },
]
