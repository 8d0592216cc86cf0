import type {
  ContractTemplate,
  Import,
  ImportChange,
  ImportFinding,
  ImportOperation,
} from '@crossdock/client'
import { sample } from '../../../../admin/.storybook/sample.js'

const operation = (
  key: string,
  method: string,
  path: string,
  part: Partial<ImportOperation> = {}
): ImportOperation =>
  sample('ImportOperation', {
    key,
    method,
    path,
    name: key,
    group: 'Shipments',
    canImport: true,
    requestSchema: {},
    responseSchema: { expectedStatus: [200] },
    ...part,
  })

const finding = (level: string, code: string, message: string): ImportFinding => ({
  level,
  code,
  message,
})

const operations: ImportOperation[] = [
  operation('createShipment', 'POST', '/shipments', {
    name: 'Create a shipment',
    requestSchema: { body: { receiver: 'Harbor Foods' } },
    parameters: [{ name: 'receiver', in: 'body', required: true }],
  }),
  operation('changeShipment', 'PATCH', '/shipments/{id}', {
    name: 'Change a shipment',
    bodyTypes: ['application/json', 'application/xml'],
    findings: [finding('look', 'severalBodyTypes', 'This operation takes several body types.')],
  }),
  operation('bulk', 'POST', '/shipments:bulk', {
    name: 'Create many at once',
    canImport: false,
    findings: [
      finding('blocked', 'severalFiles', 'The form has several files. An endpoint sends one.'),
    ],
  }),
  operation('label', 'GET', '/labels/{id}.pdf', {
    name: 'Download a label',
    group: 'Labels',
    findings: [finding('info', 'answersFile', 'The answer is a file.')],
  }),
]

/** The answer to a dry run. */
export const planned = (part: Partial<Import> = {}): Import =>
  sample('Import', {
    dryRun: true,
    plan: {
      title: 'Parcel API',
      version: '3.2',
      format: '3.1.0',
      servers: [],
      room: 62,
      system: {
        name: 'Parcel API',
        description: null,
        baseUrl: 'https://parcels.example',
        authType: 'bearer',
        authConfig: {},
      },
      operations,
      findings: [],
    },
    ...part,
  })

const change = (key: string, part: Partial<ImportChange>): ImportChange =>
  sample('ImportChange', { key, name: key, endpointId: `end_${key}`, ...part })

/** The answer to a dry run for an existing system. */
export const compared = (): Import =>
  planned({
    changes: {
      added: ['label'],
      changed: [
        change('createShipment', {
          name: 'Create a shipment',
          what: ['body'],
          breaks: true,
          newRequired: ['body.weight'],
          usedBy: [{ workflow: 'Announce arrivals', step: '1' }],
        }),
        change('changeShipment', { name: 'Ours', what: ['name'], isEdited: true }),
      ],
      removed: [change('cancel', { name: 'Cancel a shipment', breaks: true })],
      unchanged: 9,
    },
  })

const template = (
  id: string,
  name: string,
  part: Partial<ContractTemplate> = {}
): ContractTemplate => {
  const shown = sample('ContractTemplate', {
    id,
    name,
    systemType: 'api',
    version: '1.0',
    isActive: true,
    isGlobal: true,
    isShipped: true,
    endpointCount: 2,
    category: 'REST and GraphQL',
    ...part,
  })
  return shown
}

export const templates: ContractTemplate[] = [
  template('t_own', 'Warehouse node', {
    isGlobal: false,
    isShipped: false,
    version: '1.2',
    category: 'Shipping',
    description: 'Stock, goods receipts and picks of one of our warehouses.',
  }),
  template('t_rest', 'Generic REST', { description: 'List, read, create, change and delete.' }),
  template('t_soap', 'SOAP over HTTP', { description: 'Envelope and action header.' }),
]

/** A template as the request for a single one returns it. Lists return fewer fields. */
export const wholeTemplate = (id: string): ContractTemplate => ({
  ...templates.find((one) => one.id === id)!,
  versions: id === 't_own' ? ['1.2', '1.1'] : ['1.0'],
  contractDefinition: {
    system: {
      baseUrl: null,
      authType: 'bearer',
      authConfig: {},
      capabilities: ['send', 'receive'],
    },
    hints: ['Rename /records to what the system calls them.'],
    endpoints: [
      {
        key: 'list',
        group: '',
        name: 'List records',
        method: 'GET',
        path: '/records',
        requestSchema: {},
        responseSchema: {},
      },
    ],
  },
})
