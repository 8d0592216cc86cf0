import { text } from '@crossdock/kernel/ground'
import { endpoint, connectionSettings, type ShippedTemplate } from './define.js'

const archive: ShippedTemplate = {
  id: '7b1f0c7e-0005-4c00-8000-c0de00000005',
  version: '1.0',
  category: text('Files'),
  name: text('Document archive'),
  description: text('File documents with their metadata, find them and fetch them.'),
  definition: {
    system: connectionSettings('apikey'),
    hints: ['Choose in the step to send the file as the body for "Upload the content".'],
    endpoints: [
      endpoint('announce', 'POST /documents', 'Announce a document', {
        body: {
          title: '{file.name}',
          mediaType: '{file.mimeType}',
          size: '{file.size}',
          source: 'crossdock',
        },
        expects: [201],
        answers: { id: 'doc-1', uploadPath: '/documents/doc-1/content' },
      }),
      endpoint('upload', 'PUT /documents/{documentId}/content', 'Upload the content', {
        expects: [200, 201, 204],
      }),
      endpoint('find', 'GET /documents', 'Find documents', {
        query: { q: '{search}', limit: '50' },
        answers: { items: [{ id: 'doc-1', title: 'invoice.pdf', createdAt: '2026-01-31' }] },
      }),
      endpoint('fetch', 'GET /documents/{documentId}/content', 'Fetch the content'),
    ],
  },
}

const chat: ShippedTemplate = {
  id: '7b1f0c7e-0006-4c00-8000-c0de00000006',
  version: '1.0',
  category: text('Messages'),
  name: text('Team chat'),
  description: text('Post a message to a channel, answer in its thread, and react to it.'),
  definition: {
    system: connectionSettings('bearer'),
    hints: ['The bot must be a member of the channel.'],
    endpoints: [
      endpoint('post', 'POST /chat.postMessage', 'Post a message', {
        body: { channel: '{channel}', text: '{file.name} has arrived in {file.path}.' },
        answers: { ok: true, channel: 'C1', ts: '1769846400.000100' },
      }),
      endpoint('reply', 'POST /chat.postMessage', 'Answer in a thread', {
        body: { channel: '{channel}', thread_ts: '{thread}', text: '{text}' },
        answers: { ok: true, ts: '1769846460.000200' },
      }),
      endpoint('react', 'POST /reactions.add', 'React to a message', {
        body: { channel: '{channel}', timestamp: '{thread}', name: 'white_check_mark' },
        answers: { ok: true },
      }),
    ],
  },
}

const shortMessages: ShippedTemplate = {
  id: '7b1f0c7e-0007-4c00-8000-c0de00000007',
  version: '1.0',
  category: text('Messages'),
  name: text('Text messages'),
  description: text('Send a text message to a phone, and ask whether it has arrived.'),
  definition: {
    system: connectionSettings('basic'),
    hints: ['Numbers are written with their country: +49301234567.'],
    endpoints: [
      endpoint('send', 'POST /messages', 'Send a text message', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: { to: '{phone}', from: '{sender}', body: '{text}' },
        expects: [200, 201, 202],
        answers: { id: 'msg-1', state: 'queued' },
      }),
      endpoint('state', 'GET /messages/{messageId}', 'Ask for its state', {
        answers: { id: 'msg-1', state: 'delivered', deliveredAt: '2026-01-31T08:00:00Z' },
      }),
    ],
  },
}

export const filesAndMessages = [archive, chat, shortMessages]
