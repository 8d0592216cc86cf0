import { text } from '@crossdock/kernel/ground'
import { endpoint, connectionSettings, type ShippedTemplate } from './define.js'

const category = text('Orders and invoices')
const order = {
  id: 'so-1',
  number: 'SO-2026-0042',
  state: 'confirmed',
  lines: [{ id: 'l-1', article: 'PAL-80', quantity: 12 }],
}

const erpOrders: ShippedTemplate = {
  id: '7b1f0c7e-0008-4c00-8000-c0de00000008',
  version: '1.0',
  category,
  name: text('ERP order intake'),
  description: text('Orders, order lines and their state.'),
  definition: {
    system: connectionSettings('oauth2'),
    hints: [
      'Enter the token URL with the credentials.',
      'The customer number comes from the metadata of the file: set it when the file arrives.',
    ],
    endpoints: [
      endpoint('createOrder', 'POST /sales-orders', 'Create an order', {
        group: 'Orders',
        body: {
          number: '{number}',
          customer: '{file.metadata.customer}',
          requestedAt: '{system.timestamp}',
          lines: [{ article: '{article}', quantity: '{quantity}' }],
        },
        expects: [201],
        answers: order,
      }),
      endpoint('findOrders', 'GET /sales-orders', 'Find orders', {
        group: 'Orders',
        query: { number: '{number}' },
        answers: { items: [order] },
      }),
      endpoint('readOrder', 'GET /sales-orders/{orderId}', 'Read an order', {
        group: 'Orders',
        answers: order,
      }),
      endpoint('confirmOrder', 'POST /sales-orders/{orderId}/confirmation', 'Confirm an order', {
        group: 'Orders',
        body: { confirmedBy: '{user.email}' },
        expects: [200, 202],
      }),
      endpoint('cancelOrder', 'DELETE /sales-orders/{orderId}', 'Cancel an order', {
        group: 'Orders',
        expects: [200, 204],
      }),
      endpoint('addLine', 'POST /sales-orders/{orderId}/lines', 'Add an order line', {
        group: 'Lines',
        body: { article: '{article}', quantity: '{quantity}' },
        expects: [201],
        answers: { id: 'l-2', article: 'PAL-80', quantity: 4 },
      }),
      endpoint('stock', 'GET /articles/{article}/stock', 'Read the stock of an article', {
        group: 'Lines',
        answers: { article: 'PAL-80', available: 340, unit: 'piece' },
      }),
    ],
  },
}

const invoices: ShippedTemplate = {
  id: '7b1f0c7e-0009-4c00-8000-c0de00000009',
  version: '1.0',
  category,
  name: text('Invoice exchange'),
  description: text('Deliver invoices as files, and follow whether they are accepted and paid.'),
  definition: {
    system: connectionSettings('oauth2'),
    hints: ['Choose in the step to send the file as the body for "Deliver an invoice".'],
    endpoints: [
      endpoint('deliver', 'PUT /invoices/{number}/document', 'Deliver an invoice', {
        expects: [200, 201, 202],
        answers: { number: 'INV-2026-0815', state: 'received' },
      }),
      endpoint('state', 'GET /invoices/{number}', 'Read the state of an invoice', {
        answers: { number: 'INV-2026-0815', state: 'accepted', dueOn: '2026-03-02' },
      }),
      endpoint('dispute', 'POST /invoices/{number}/disputes', 'Dispute an invoice', {
        body: { reason: '{reason}', contact: '{user.email}' },
        expects: [201],
      }),
      endpoint('payments', 'GET /payments', 'List payments', {
        query: { invoice: '{number}' },
        answers: { items: [{ invoice: 'INV-2026-0815', amount: 1190, currency: 'EUR' }] },
      }),
    ],
  },
}

export const trade = [erpOrders, invoices]
