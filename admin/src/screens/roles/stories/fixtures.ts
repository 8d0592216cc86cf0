import type { Permission, PersonPermissions, Role, User } from '@crossdock/client'
import { sample } from '../../../../.storybook/sample.js'

const permission = (domain: string, verb: string, description: string, roles: string[] = []) =>
  sample('Permission', {
    name: `${domain}.${verb}`,
    description,
    domain,
    roles: ['admin', ...roles],
  })

const allRoles = ['editor', 'viewer', 'user']

export const permissions: Permission[] = [
  permission('users', 'read', 'See people', ['editor']),
  permission('users', 'write', 'Create, change and delete people'),
  permission('roles', 'read', 'See roles', ['editor']),
  permission('roles', 'write', 'Create, change and delete roles'),
  permission('assets', 'read', 'See files and folders', allRoles),
  permission('assets', 'write', 'Create, change and delete files and folders', ['editor']),
  permission('flows', 'read', 'See workflows and their runs', allRoles),
  permission('flows', 'run', 'Start, cancel and retry runs', ['editor']),
  permission('integrations', 'use', 'Have workflows call external systems'),
  permission('weather', 'read', 'See places and their weather', ['editor']),
]

const heldBy = (key: string) =>
  permissions.filter(({ roles }) => roles.includes(key)).map(({ name }) => name)

const builtIn = (key: string, name: string, holders: number, description: string) =>
  sample('Role', {
    id: key,
    key,
    name,
    description,
    holders,
    isBuiltIn: true,
    permissions: heldBy(key),
  })

export const auditor = sample('Role', {
  id: 'rol_1',
  key: 'quay-auditor',
  name: 'Quay auditor',
  description: 'Looks on, and touches nothing.',
  permissions: ['assets.read', 'flows.read', 'customs.read'],
  unknownPermissions: ['customs.read'],
  holders: 2,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
})

export const spare = sample('Role', {
  id: 'rol_2',
  key: 'spare',
  name: 'Spare',
  permissions: ['users.read', 'integrations.use'],
  createdAt: '2026-11-03T08:00:00.000Z',
  updatedAt: '2026-11-03T08:00:00.000Z',
})

export const roles: Role[] = [
  builtIn('admin', 'Administrator', 3, 'Can do everything in the organization.'),
  auditor,
  builtIn('editor', 'Editor', 12, 'Manages files and runs workflows.'),
  spare,
  builtIn('user', 'User', 0, 'May do what viewers may.'),
  builtIn('viewer', 'Viewer', 1_240, 'Sees files, workflows and the dashboard.'),
]

export const people: User[] = [
  sample('User', {
    id: 'usr_7',
    email: 'quay@harbor-logistics.example',
    firstName: 'Quay',
    lastName: 'Desk',
    role: 'quay-auditor',
  }),
  sample('User', { id: 'usr_8', email: 'gate@harbor-logistics.example', role: 'viewer' }),
]

export const reasons: PersonPermissions = sample('PersonPermissions', {
  userId: 'usr_7',
  label: 'Quay Desk',
  email: 'quay@harbor-logistics.example',
  role: { key: 'quay-auditor', name: 'Quay auditor', isBuiltIn: false },
  mayEnter: true,
  permissions: permissions.map(({ name, description, domain, roles: byDefault }) => {
    const isHeld = auditor.permissions.includes(name)
    return {
      name,
      description,
      domain,
      isHeld,
      reason: isHeld
        ? 'The organization’s own role "Quay auditor" holds it.'
        : 'The role "Quay auditor" does not hold it.',
      givenBy: roles
        .filter(({ key, isBuiltIn }) => isBuiltIn && byDefault.includes(key))
        .map(({ key, name: called, isBuiltIn }) => ({ key, name: called, isBuiltIn })),
    }
  }),
})
