import { text } from '@crossdock/kernel/ground'
import { endpoint, connectionSettings, type ShippedTemplate } from './define.js'

const category = text('REST and GraphQL')
const record = { id: '1001', name: 'Pallet 1001', state: 'open' }

const genericRest: ShippedTemplate = {
  id: '7b1f0c7e-0001-4c00-8000-c0de00000001',
  version: '1.0',
  category,
  name: text('Generic REST'),
  description: text('List, read, create, change and delete one kind of record.'),
  definition: {
    system: connectionSettings('bearer'),
    hints: ['Rename /records to what the system calls them.'],
    endpoints: [
      endpoint('list', 'GET /records', 'List records', {
        query: { limit: '100' },
        answers: { items: [record] },
      }),
      endpoint('read', 'GET /records/{id}', 'Read a record', { answers: record }),
      endpoint('create', 'POST /records', 'Create a record', {
        body: { name: '{name}' },
        expects: [201],
        answers: record,
      }),
      endpoint('change', 'PATCH /records/{id}', 'Change a record', {
        body: { state: '{state}' },
        answers: record,
      }),
      endpoint('delete', 'DELETE /records/{id}', 'Delete a record', { expects: [200, 204] }),
    ],
  },
}

const graphql: ShippedTemplate = {
  id: '7b1f0c7e-0002-4c00-8000-c0de00000002',
  version: '1.0',
  category,
  name: text('GraphQL service'),
  description: text('One address, queries and mutations with variables.'),
  definition: {
    system: connectionSettings('bearer'),
    hints: [
      'GraphQL answers 200 for errors, too: look at "errors" of the answer in a condition.',
      'Write braces around a single name as double braces.',
    ],
    endpoints: [
      endpoint('query', 'POST /graphql', 'Run a query', {
        body: {
          query: 'query Order($number: String!) { order(number: $number) { id state total } }',
          variables: { number: '{number}' },
        },
        answers: { data: { order: { id: '1', state: 'OPEN', total: 120.5 } } },
      }),
      endpoint('mutate', 'POST /graphql', 'Run a mutation', {
        body: {
          query:
            'mutation SetState($id: ID!, $state: String!) { setState(id: $id, state: $state) { id state } }',
          variables: { id: '{id}', state: '{state}' },
        },
        answers: { data: { setState: { id: '1', state: 'DONE' } } },
      }),
    ],
  },
}

const soapBody = (action: string, fields: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <${action} xmlns="urn:example:orders">${fields}</${action}>
  </soap:Body>
</soap:Envelope>`

const soapHeaders = (action: string) => ({
  'Content-Type': 'text/xml; charset=utf-8',
  SOAPAction: `"urn:example:orders/${action}"`,
})

const soap: ShippedTemplate = {
  id: '7b1f0c7e-0003-4c00-8000-c0de00000003',
  version: '1.0',
  category,
  name: text('SOAP over HTTP'),
  description: text('Envelope and action header of a service that speaks SOAP 1.1.'),
  definition: {
    system: connectionSettings('basic'),
    hints: [
      'Put the namespace and the action of your WSDL in place of urn:example:orders.',
      'Values are not escaped as XML: give them without < and &.',
    ],
    endpoints: [
      endpoint('submit', 'POST /soap/orders', 'Submit an order', {
        headers: soapHeaders('SubmitOrder'),
        body: soapBody('SubmitOrder', '<number>{number}</number><customer>{customer}</customer>'),
      }),
      endpoint('state', 'POST /soap/orders', 'Ask for the state of an order', {
        headers: soapHeaders('GetOrderState'),
        body: soapBody('GetOrderState', '<number>{number}</number>'),
      }),
    ],
  },
}

const jsonRpc: ShippedTemplate = {
  id: '7b1f0c7e-0004-4c00-8000-c0de00000004',
  version: '1.0',
  category,
  name: text('JSON-RPC 2.0'),
  description: text('Calls and notifications to one address.'),
  definition: {
    system: connectionSettings('apikey'),
    hints: ['JSON-RPC answers 200 for errors, too: look at "error" of the answer in a condition.'],
    endpoints: [
      endpoint('call', 'POST /rpc', 'Call a method', {
        body: {
          jsonrpc: '2.0',
          id: '{system.executionId}',
          method: '{method}',
          params: { number: '{number}' },
        },
        answers: { jsonrpc: '2.0', id: '1', result: { state: 'open' } },
      }),
      endpoint('notify', 'POST /rpc', 'Send a notification', {
        body: { jsonrpc: '2.0', method: '{method}', params: { file: '{file.name}' } },
        expects: [200, 202, 204],
      }),
    ],
  },
}

export const callingStyles = [genericRest, graphql, soap, jsonRpc]
