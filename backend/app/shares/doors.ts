import { door, type RefusalPage } from '@crossdock/kernel/http'
import { folderQuery, passwordForm, previewQuery } from './validators/share.js'

const pages: RefusalPage = async (http, problem) =>
  (await import('./pages/refusal_page.js')).refusalPage(http, problem)

const visits = () => import('./controllers/visits_controller.js')
const downloads = () => import('./controllers/downloads_controller.js')

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
      pages,
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
      pages,
      reads: 'form',
      body: passwordForm,
      maxBytes: 4096,
      status: 303,
    },
    visits,
    'unlock'
  ),
  door(
    'GET /s/{token}/folders/{id}',
    {
      summary: 'A folder or file below the one a link leads to',
      description:
        'HTML. Of a folder a page of its list, or with `search` what it finds in the folder and those below it. Of a file its page with a preview, which a link with a limit of downloads has not.',
      access: 'public',
      pages,
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
        'Counts as one download. Further requests of the same browser belong to it for six hours, until twice the bytes of the file were sent: ranges, and the whole file while its last byte was not sent. Reading up to a hundredth of a file counts as no download. A prefetch is refused (409).',
      access: 'public',
      pages,
      otherStatuses: [206],
      refusals: [409, 416],
    },
    downloads,
    'file'
  ),
  door(
    'GET /s/{token}/zip/{id}',
    {
      summary: 'Download a folder by a link, as a zip',
      description:
        'Counts as one download, as a file does: the same browser goes on with it for six hours, until twice its bytes were sent or a file in it changes.',
      access: 'public',
      pages,
      otherStatuses: [206],
      refusals: [409, 416, 422, 429],
    },
    downloads,
    'zip'
  ),
  door(
    'GET /s/{token}/files/{id}/preview',
    {
      summary: 'A picture of a page of a file',
      description: 'WebP. Only for links without a limit of downloads.',
      access: 'public',
      pages,
      query: previewQuery,
      refusals: [429, 503],
    },
    downloads,
    'preview'
  ),
  door(
    'GET /s/{token}/files/{id}/thumbnail',
    {
      summary: 'The small picture of a file',
      description: 'WebP. Only for links without a limit of downloads.',
      access: 'public',
      pages,
    },
    downloads,
    'thumbnail'
  ),
  door(
    'POST /s/{token}/files',
    {
      summary: 'Upload files by a link',
      description: 'Each comes under a name that is free in the folder: nothing there is replaced.',
      access: 'public',
      pages,
      streams: { 'multipart/form-data': filesForm },
      status: 201,
      // Where the password is still to be entered.
      otherStatuses: [200],
    },
    visits,
    'receive'
  ),
]
