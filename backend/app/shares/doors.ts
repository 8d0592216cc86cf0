import { door } from '@crossdock/kernel/http'
import { folderQuery, passwordForm } from './validators/share.js'

const visits = () => import('./controllers/visits_controller.js')

/** For the API description; the controller reads it. */
const filesForm = {
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  },
}

/** What whoever has a link sees: small pages without scripts, which nobody keeps. */
export default [
  door(
    'GET /s/{token}',
    {
      summary: 'The page of a link',
      description: 'HTML. Asks for the password, shows the file or folder, or takes files.',
      access: 'public',
      status: 200,
    },
    visits,
    'open'
  ),
  door(
    'POST /s/{token}',
    {
      summary: 'Enter the password of a link',
      access: 'public',
      reads: 'form',
      body: passwordForm,
      maxBytes: 4096,
      status: 303,
      refusals: [403, 429],
    },
    visits,
    'unlock'
  ),
  door(
    'GET /s/{token}/folders/{id}',
    {
      summary: 'A folder below the one a link leads to',
      description: 'HTML.',
      access: 'public',
      query: folderQuery,
      status: 200,
    },
    visits,
    'folder'
  ),
  door(
    'GET /s/{token}/files/{id}',
    {
      summary: 'Download a file by a link',
      description:
        'Counts as one download; ranges with which the same browser goes on do not count again.',
      access: 'public',
      otherStatuses: [206],
    },
    visits,
    'file'
  ),
  door(
    'POST /s/{token}/files',
    {
      summary: 'Upload files by a link',
      description: 'Each comes under a name that is free in the folder: nothing there is replaced.',
      access: 'public',
      streams: { 'multipart/form-data': filesForm },
      status: 201,
      refusals: [413, 429],
    },
    visits,
    'receive'
  ),
]
