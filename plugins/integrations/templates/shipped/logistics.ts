import { text } from '@crossdock/kernel/ground'
import { endpoint, connectionSettings, type ShippedTemplate } from './define.js'

const address = { name: '{receiver}', street: '{street}', city: '{city}', country: '{country}' }

const carrier: ShippedTemplate = {
  id: '7b1f0c7e-0010-4c00-8000-c0de00000010',
  version: '1.0',
  category: text('Shipping'),
  name: text('Carrier tracking'),
  description: text('Book a shipment, get its label, and follow where it is.'),
  definition: {
    system: connectionSettings('apikey', { headers: { 'X-Carrier-Key': '{apiKey}' } }),
    hints: ['Weights are in kilograms. Rename the header of the key to that of your carrier.'],
    endpoints: [
      endpoint('book', 'POST /shipments', 'Book a shipment', {
        group: 'Shipments',
        body: { reference: '{reference}', to: address, parcels: [{ weight: '{weight}' }] },
        expects: [200, 201],
        answers: {
          id: 'shp-1',
          trackingNumber: 'CD000000001',
          labelPath: '/shipments/shp-1/label',
        },
      }),
      endpoint('label', 'GET /shipments/{shipmentId}/label', 'Fetch the label', {
        group: 'Shipments',
        headers: { Accept: 'application/pdf' },
      }),
      endpoint('cancel', 'DELETE /shipments/{shipmentId}', 'Cancel a shipment', {
        group: 'Shipments',
        expects: [200, 204],
      }),
      endpoint('track', 'GET /tracking/{trackingNumber}', 'Track a shipment', {
        group: 'Tracking',
        answers: {
          trackingNumber: 'CD000000001',
          state: 'in_transit',
          events: [{ at: '2026-01-31T08:00:00Z', place: 'Hub North', state: 'sorted' }],
        },
      }),
    ],
  },
}

const warehouse: ShippedTemplate = {
  id: '7b1f0c7e-0011-4c00-8000-c0de00000011',
  version: '1.0',
  category: text('Shipping'),
  name: text('Warehouse node'),
  description: text('Announce goods, and read receipts, stock and picks of a warehouse.'),
  definition: {
    system: connectionSettings('bearer'),
    hints: ['An announcement with a known reference replaces the former one.'],
    endpoints: [
      endpoint('announce', 'PUT /inbound/{reference}', 'Announce goods', {
        group: 'Inbound',
        body: {
          expectedOn: '{expectedOn}',
          document: '{file.name}',
          lines: [{ article: '{article}', quantity: '{quantity}' }],
        },
        expects: [200, 201],
      }),
      endpoint('receipts', 'GET /inbound/{reference}/receipts', 'Read goods receipts', {
        group: 'Inbound',
        answers: { items: [{ article: 'PAL-80', received: 11, damaged: 1 }] },
      }),
      endpoint('stock', 'GET /stock', 'Read the stock', {
        group: 'Stock',
        query: { article: '{article}' },
        answers: { items: [{ article: 'PAL-80', bin: 'A-07-2', quantity: 340 }] },
      }),
      endpoint('pick', 'POST /picks', 'Order a pick', {
        group: 'Outbound',
        body: { order: '{number}', lines: [{ article: '{article}', quantity: '{quantity}' }] },
        expects: [201, 202],
        answers: { id: 'pick-1', state: 'waiting' },
      }),
      endpoint('pickState', 'GET /picks/{pickId}', 'Read the state of a pick', {
        group: 'Outbound',
        answers: { id: 'pick-1', state: 'packed', parcels: 2 },
      }),
    ],
  },
}

const customs: ShippedTemplate = {
  id: '7b1f0c7e-0012-4c00-8000-c0de00000012',
  version: '1.0',
  category: text('Customs'),
  name: text('Customs declaration'),
  description: text('Declare goods, add their papers, and wait for the release.'),
  definition: {
    system: connectionSettings('oauth2'),
    hints: [
      'Try it in the test environment of the office first: declarations are binding.',
      'Choose in the step to send the file as the body for "Add a paper".',
    ],
    endpoints: [
      endpoint('declare', 'POST /declarations', 'Declare goods', {
        body: {
          procedure: '{procedure}',
          declarant: '{declarant}',
          goods: [{ tariffCode: '{tariffCode}', origin: '{origin}', value: '{value}' }],
        },
        expects: [201, 202],
        answers: { id: 'dec-1', reference: '26XX000000000042', state: 'received' },
      }),
      endpoint('addPaper', 'PUT /declarations/{declarationId}/papers/{paper}', 'Add a paper', {
        expects: [200, 201, 204],
      }),
      endpoint('state', 'GET /declarations/{declarationId}', 'Read the state', {
        answers: { id: 'dec-1', state: 'released', releasedAt: '2026-01-31T08:00:00Z' },
      }),
      endpoint('withdraw', 'DELETE /declarations/{declarationId}', 'Withdraw a declaration', {
        expects: [200, 204],
      }),
    ],
  },
}

export const logistics = [carrier, warehouse, customs]
