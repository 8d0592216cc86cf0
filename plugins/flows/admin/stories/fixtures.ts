import type { ApiEndpoint, ExternalSystem, Workflow, WorkflowStep } from '@crossdock/client'

export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const systems: Pick<ExternalSystem, 'id' | 'name'>[] = [
  { id: 'sys_cus', name: 'Customs Declarations' },
  { id: 'sys_zeta', name: 'Zeta WMS' },
]

const receipt = { id: 'end_receipt', systemId: 'sys_zeta', name: 'Post goods receipt' }
const endpoints: Pick<
  ApiEndpoint,
  'id' | 'systemId' | 'name' | 'method' | 'path' | 'endpointType'
>[] = [
  { ...receipt, method: 'POST', path: '/receipts', endpointType: 'outbound' },
  {
    id: 'end_decision',
    systemId: 'sys_zeta',
    name: 'Clearance decision',
    method: 'PUT',
    path: '/decisions',
    endpointType: 'inbound',
  },
]

const workflow = (part: Partial<Workflow> & Pick<Workflow, 'id' | 'name'>): Workflow => ({
  tenantId: 'ten_harbor',
  description: null,
  triggerType: 'file_event',
  triggerConfig: { eventTypes: ['file_upload'], fileTypes: ['pdf'], folderPaths: [] },
  steps: [],
  isActive: true,
  savedBy: 'usr_dispatch',
  createdAt: ago(500),
  updatedAt: ago(50),
  ...part,
})

const step = (order: number, type = 'api_call'): WorkflowStep => ({
  id: `step_${order}`,
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

/** The reads of the tab, and of the page it is on. */
export const reads = {
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
  'GET /integrations/systems': systems,
  'GET /integrations/endpoints': endpoints,
  'GET /integrations/workflows': () => workflows,
}
