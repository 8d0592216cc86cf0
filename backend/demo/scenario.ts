import type { DemoApi } from './api.js'
import { arrivals, documents, folders, type DemoDocument } from './documents.js'
import { partnerToken, type Partner } from './partner.js'

interface Named {
  id: string
  name: string
}

export const demoTenant = {
  name: 'Lumen Harbor Logistics',
  subdomain: 'lumen-harbor',
  adminEmail: 'dispatch@lumen-harbor.example',
}

const administrator = { firstName: 'Dora', lastName: 'Lumenworth' }

const colleagues = [
  {
    email: 'customs@lumen-harbor.example',
    firstName: 'Casper',
    lastName: 'Paperwright',
    role: 'editor',
  },
  { email: 'gate@lumen-harbor.example', firstName: 'Greta', lastName: 'Fourgate', role: 'viewer' },
]

const systemName = 'Tidewater Customs Broker'

/** Returns the id of the item with this name. Creates a missing item, so that a killed first start can be continued. */
async function ensure<T extends { name: string }>(
  api: DemoApi,
  path: string,
  item: T
): Promise<string> {
  const present = await api.get<Named[]>(path)
  const found = present.find(({ name }) => name === item.name)
  return (found ?? (await api.post<Named>(path, item))).id
}

async function ensureFile(api: DemoApi, folderId: string, document: DemoDocument): Promise<void> {
  const present = await api.get<Named[]>(`/assets?parent=${folderId}`)
  if (present.some(({ name }) => name === document.name)) return
  const form = new FormData()
  form.set('parentId', folderId)
  form.set('file', new Blob([document.content], { type: document.type }), document.name)
  await api.post('/assets', form)
}

async function ensureColleagues(api: DemoApi): Promise<void> {
  const present = await api.get<{ email: string }[]>('/users')
  for (const colleague of colleagues) {
    if (present.some(({ email }) => email === colleague.email)) continue
    await api.post('/users', colleague)
  }
}

async function connectPartner(api: DemoApi, partner: Partner) {
  const systemId = await ensure(api, '/integrations/systems', {
    name: systemName,
    description: 'Takes the papers of arriving goods and answers with a declaration number.',
    systemType: 'api',
    baseUrl: partner.url,
    authType: 'bearer',
    authConfig: { accessToken: partnerToken },
    capabilities: ['send'],
  })
  const endpointId = await ensure(api, `/integrations/systems/${systemId}/endpoints`, {
    name: 'Announce an arrival',
    path: '/declarations',
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload', 'file_update'],
    responseSchema: { expectedStatus: [200, 201] },
    fieldMapping: {
      fileMetadata: { document: 'name', mediaType: 'mimeType', bytes: 'size', checksum: 'hash' },
    },
  })
  return { systemId, endpointId }
}

/**
 * Creates colleagues, folders, files, a partner system, a workflow, and files that trigger it, as a new organization
 * would in its first hour.
 */
export async function fillTenant(api: DemoApi, partner: Partner): Promise<void> {
  await api.put('/settings/profile', administrator)
  await ensureColleagues(api)
  const ids = new Map<string, string>()
  for (const name of folders) ids.set(name, await ensure(api, '/assets', { name, type: 'folder' }))
  for (const document of documents) await ensureFile(api, ids.get(document.folder)!, document)
  const target = await connectPartner(api, partner)
  await ensure(api, '/integrations/workflows', {
    name: 'Announce arrivals to customs',
    description: 'Every paper put into Arrivals is announced to the customs broker.',
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload', 'file_update'], folderPaths: ['/Arrivals'] },
    steps: [{ id: 'announce', type: 'api_call', ...target, config: {}, order: 1 }],
    isActive: true,
  })
  for (const document of arrivals) await ensureFile(api, ids.get(document.folder)!, document)
}
