import type { Session } from '@crossdock/admin/kit'

const person = {
  id: 'usr_1',
  email: 'mara.lindqvist@harbor-logistics.example',
  firstName: 'Mara',
  lastName: 'Lindqvist',
  lastLoginAt: '2026-11-20T08:02:00.000Z',
  createdAt: '2026-01-12T09:00:00.000Z',
}

/** It has chosen nothing. */
const plain = { productName: null, logo: null, colors: null }

/** What the server gives an administrator. */
const everything = [
  'activity.read',
  'assets.permissions',
  'assets.read',
  'assets.share',
  'assets.write',
  'audit.read',
  'branding.write',
  'retention.read',
  'retention.write',
  'dashboard.read',
  'environments.read',
  'environments.write',
  'flows.read',
  'flows.run',
  'flows.write',
  'integrations.read',
  'integrations.write',
  'roles.read',
  'roles.write',
  'sso.read',
  'sso.write',
  'sessions.write',
  'sharing.write',
  'system.read',
  'system.write',
  'tokens.read',
  'second_factors.write',
  'tokens.write',
  'users.read',
  'users.write',
]

/** The people stories are signed in as. */
export const sessions: Record<string, Session | null> = {
  anonymous: null,
  member: {
    user: { ...person, role: 'admin', isSuperAdmin: false, tenantId: 'ten_1' },
    tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', ...plain },
    permissions: everything,
    host: 'crossdock.example',
    preferences: {},
    eventsFrom: null,
    session: { id: 'ses_1', held: null, ssoOnly: false },
  },
  reader: {
    user: { ...person, role: 'viewer', isSuperAdmin: false, tenantId: 'ten_1' },
    tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', ...plain },
    permissions: ['assets.read', 'dashboard.read'],
    host: 'crossdock.example',
    preferences: {},
    eventsFrom: null,
    session: { id: 'ses_1', held: null, ssoOnly: false },
  },
  sharer: {
    user: { ...person, role: 'editor', isSuperAdmin: false, tenantId: 'ten_1' },
    tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', ...plain },
    permissions: ['assets.read', 'assets.share'],
    host: 'crossdock.example',
    preferences: {},
    eventsFrom: null,
    session: { id: 'ses_1', held: null, ssoOnly: false },
  },
  onlooker: {
    user: { ...person, role: 'editor', isSuperAdmin: false, tenantId: 'ten_1' },
    tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', ...plain },
    permissions: ['environments.read', 'integrations.read'],
    host: 'crossdock.example',
    preferences: {},
    eventsFrom: null,
    session: { id: 'ses_1', held: null, ssoOnly: false },
  },
  viewer: {
    user: { ...person, role: 'viewer', isSuperAdmin: false, tenantId: 'ten_1' },
    tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', ...plain },
    permissions: [],
    host: 'crossdock.example',
    preferences: {},
    eventsFrom: null,
    session: { id: 'ses_1', held: null, ssoOnly: false },
  },
  superAdmin: {
    user: {
      ...person,
      email: 'operator@crossdock.example',
      firstName: null,
      lastName: null,
      role: 'super_admin',
      isSuperAdmin: true,
      tenantId: null,
    },
    tenant: null,
    permissions: everything,
    host: 'crossdock.example',
    preferences: {},
    eventsFrom: null,
    session: { id: 'ses_1', held: null, ssoOnly: false },
  },
}
