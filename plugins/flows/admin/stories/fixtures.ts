import type { ApiEndpoint, ExternalSystem, Workflow, WorkflowStep } from '@crossdock/client'
import type { KindEntry } from '@crossdock/admin/kit'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import type { StepKind } from '../workflows/kinds.js'

export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const systems: Pick<ExternalSystem, 'id' | 'name' | 'isActive'>[] = [
  { id: 'sys_cus', name: 'Customs Declarations', isActive: true },
  { id: 'sys_zeta', name: 'Zeta WMS', isActive: true },
]

const receipt = { id: 'end_receipt', systemId: 'sys_zeta', name: 'Post goods receipt' }
const endpoints: Pick<
  ApiEndpoint,
  'id' | 'systemId' | 'name' | 'method' | 'path' | 'endpointType' | 'isActive'
>[] = [
  { ...receipt, method: 'POST', path: '/receipts', endpointType: 'outbound', isActive: true },
  {
    id: 'end_decision',
    systemId: 'sys_zeta',
    name: 'Clearance decision',
    method: 'PUT',
    path: '/decisions',
    endpointType: 'inbound',
    isActive: true,
  },
]

const workflow = (part: Partial<Workflow> & Pick<Workflow, 'id' | 'name'>): Workflow =>
  sample('Workflow', {
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload'], fileTypes: ['pdf'], folderPaths: [] },
    isActive: true,
    version: 3,
    savedByName: 'Rey Ode',
    updatedAt: ago(50),
    ...part,
  })

const step = (order: number, type = 'api_call'): WorkflowStep => ({
  id: `step_${order}`,
  name: null,
  type,
  order,
  configHidden: false,
  ...(type === 'api_call'
    ? { systemId: 'sys_zeta', endpointId: 'end_receipt', config: { sendFile: 'body', params: {} } }
    : { systemId: null, endpointId: null, config: { metadata: { status: 'received' } } }),
})

export const workflows: Workflow[] = [
  workflow({
    id: 'wf_intake',
    name: 'Invoice intake',
    description: 'Posts every invoice to the warehouse system and marks it.',
    steps: [step(1), step(2, 'metadata_update'), step(3), step(4), step(5)],
  }),
  workflow({
    id: 'wf_resend',
    name: 'Resend receipt',
    triggerType: 'manual',
    triggerConfig: {},
    steps: [step(1)],
    isActive: false,
    updatedAt: ago(9_000),
  }),
]

const texts = { type: 'array', items: { type: 'string' } } as const

export const stepTypes: StepKind[] = (
  [
    {
      name: 'metadata_update',
      label: 'Metadata update',
      description: 'Writes metadata to the file or folder the run is about',
      icon: 'tag',
      schema: {
        type: 'object',
        properties: {
          metadata: { type: 'object', title: 'Metadata' },
          assetId: { type: 'string', title: 'File or folder', 'x-resource': 'assets' },
        },
        required: ['metadata'],
      },
    },
    {
      name: 'api_call',
      label: 'API call',
      description: 'Calls an endpoint of an external system',
      icon: 'send',
      schema: {
        type: 'object',
        properties: {
          sendFile: { enum: ['none', 'body', 'multipart'], default: 'none' },
          params: { type: 'object' },
        },
      },
    },
    {
      name: 'weather.forecast',
      label: 'Forecast',
      description: 'Asks for the weather at a place',
      icon: null,
      schema: {
        type: 'object',
        properties: {
          place: { type: 'string', title: 'Place' },
          apiKey: { type: 'string', title: 'API key', writeOnly: true },
        },
        required: ['place'],
      },
    },
    {
      name: 'condition',
      label: 'Condition',
      description: 'Compares a value and takes one of two branches',
      icon: 'split',
      branches: ['yes', 'no'],
      schema: {
        type: 'object',
        properties: { value: { type: 'string', title: 'Value' } },
        required: ['value'],
      },
    },
    {
      name: 'for_each',
      label: 'For each',
      description: 'Runs steps once for each item of a list',
      icon: 'repeat',
      branches: ['each'],
      perItem: true,
      schema: {
        type: 'object',
        properties: { items: { type: 'string', title: 'List' } },
        required: ['items'],
      },
    },
    {
      name: 'parallel',
      label: 'Parallel',
      description: 'Runs several branches at the same time',
      icon: 'split',
      branchesByConfig: true,
      schema: {
        type: 'object',
        properties: { branches: { ...texts, default: ['branch-1', 'branch-2'] } },
        required: ['branches'],
      },
    },
  ] as (KindEntry & Partial<StepKind>)[]
).map((kind) => ({ branches: [], ...kind }))

export const triggers: KindEntry[] = [
  {
    name: 'file_event',
    label: 'File Events',
    description: 'Something happens to a file or folder',
    icon: 'file',
    schema: {
      type: 'object',
      properties: {
        eventTypes: {
          type: 'array',
          items: { enum: ['file_upload', 'file_update'] },
          default: ['file_upload'],
        },
        fileTypes: texts,
        folderPaths: texts,
        quietSeconds: { type: 'integer' },
        batch: {
          type: 'object',
          properties: { maxFiles: { type: 'integer' }, maxSeconds: { type: 'integer' } },
        },
        schedule: { type: 'string' },
      },
      required: ['eventTypes'],
    },
  },
  {
    name: 'scheduled',
    label: 'Scheduled',
    description: 'The clock starts it, again and again',
    icon: 'calendar-clock',
    schema: {
      type: 'object',
      properties: {
        schedule: { type: 'string' },
        timeZone: { type: 'string', default: 'UTC' },
        overlap: { enum: ['queue', 'skip', 'cancel_oldest'], default: 'queue' },
        missed: { enum: ['skip', 'one', 'all'], default: 'one' },
      },
      required: ['schedule'],
    },
  },
  {
    name: 'manual',
    label: 'Manual Trigger',
    description: 'People and programs start it',
    icon: 'hand',
    schema: {
      type: 'object',
      properties: { fields: { type: 'array', items: { type: 'object' } }, fileTypes: texts },
    },
  },
  {
    name: 'event',
    label: 'Event',
    description: 'An event of the event log starts it',
    icon: 'zap',
    schema: {
      type: 'object',
      properties: { eventTypes: texts, conditions: { type: 'array', items: { type: 'object' } } },
      required: ['eventTypes'],
    },
  },
]

/** Filters a list as the server does. */
export const listOf =
  <T extends { name: string }>(all: readonly T[]) =>
  ({ query }: FakeRequest) => {
    const filter = JSON.parse(query.get('filter') ?? '{}') as Record<string, unknown>
    const { search = '', ...exact } = filter
    return all.filter(
      (one) =>
        one.name.toLowerCase().includes(String(search).toLowerCase()) &&
        Object.entries(exact).every(([key, value]) => [value].flat().includes(one[key as keyof T]))
    )
  }

/** Answers with five mornings, or with an error for a date that never comes. */
function scheduleTimes({ query }: FakeRequest) {
  const timeZone = query.get('timeZone')
  if (query.get('schedule') === '0 0 30 2 *') {
    const message = '"0 0 30 2 *" names a date that never comes. Choose another day or month.'
    return { status: 422, body: { message } }
  }
  const days = ['03', '04', '07', '08', '09']
  return {
    status: 200,
    body: {
      timeZone,
      sentence: 'At 06:45 AM, Monday through Friday',
      times: days.map((day) => `2026-12-${day}T05:45:00.000Z`),
    },
  }
}

/** The GET handlers that the tab and its page need. */
export const reads = {
  'GET /flows/step-types': stepTypes,
  'GET /flows/triggers': triggers,
  'GET /integrations/stats': {
    connectedSystems: 2,
    activeSystems: 2,
    totalEndpoints: 2,
    activeEndpoints: 2,
    totalWorkflows: 2,
    activeWorkflows: 1,
    executionsToday: 12,
    successRate: 100,
  },
  'GET /integrations/systems': listOf(systems),
  'GET /integrations/endpoints': listOf(endpoints),
  'GET /integrations/workflows': () => workflows,
  'GET /integrations/workflows/:id': ({ params }: { params: Record<string, string> }) => ({
    status: 200,
    body: workflows.find(({ id }) => id === params.id),
    headers: { ETag: '"as-read"' },
  }),
  'GET /integrations/workflows/:id/alerts': ({ params }: { params: Record<string, string> }) => ({
    status: 200,
    body: {
      workflowId: params.id,
      onFailure: true,
      longerThanMinutes: 30,
      notWithinHours: null,
      quietMinutes: 60,
      members: [],
      webhookAddress: null,
    },
  }),
  'GET /users': [],
  'POST /integrations/workflows/preview': {
    isDriven: true,
    files: [
      { id: 'f1', name: 'invoice.pdf', events: ['file_upload'], firedBy: ['file_upload'] },
      { id: 'f2', name: 'invoice-2.pdf', events: ['file_update'], firedBy: [] },
    ],
    warnings: [],
  },
  'GET /flow-executions': [],
  'GET /flows/schedule-times': scheduleTimes,
}

/** A person with only these permissions. */
export const reader = (permissions: string[]) => () => ({
  user: { id: 'u', email: 'r@harbor.example', firstName: 'Rey', lastName: 'Ode', role: 'editor' },
  tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', logo: null },
  permissions,
})
