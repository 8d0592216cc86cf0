import { door, type RefusalPage } from '@crossdock/kernel/http'
import { folderQuery, passwordForm, previewQuery, reportForm } from './validators/share.js'

const pages: RefusalPage = async (http, problem) =>
  (await import('./pages/refusal_page.js')).refusalPage(http, problem)

const visits = () => import('./controllers/visits_controller.js')
const downloads = () => import('./controllers/downloads_controller.js')

/** Only for the API description; the controller reads the form itself. */
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

/** The pages and downloads for visitors of links. Pages are small, never cached, and work without scripts. */
export default [
  door(
    'GET /s/{token}',
    {
      summary: 'Get the page of a link',
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
    'POST /s/{token}/report',
    {
      summary: 'Report a link',
      description:
        "Notifies the organization's administrators, or the operator if it has none. Nothing about the visitor is stored but the reason and the email address, which is optional.",
      access: 'public',
      pages,
      reads: 'form',
      body: reportForm,
      // In a form, a character of the reason can take nine bytes.
      maxBytes: 16_384,
      status: 201,
      refusals: [429],
    },
    visits,
    'report'
  ),
  door(
    'GET /s/{token}/folders/{id}',
    {
      summary: 'Get the page of a folder or file in a shared folder',
      description:
        'HTML. For a folder, a page of its list, or with `search` the matches in the folder and below it. For a file, its page with a preview; links with a download limit show no preview.',
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
        'Counts as one download. Further requests of the same browser belong to that download for six hours, until twice the bytes of the file were sent: ranges, and the whole file while its last byte was not sent. Reading up to a hundredth of a file does not count. A prefetch is refused (409).',
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
        'Counts as one download, like a file. The same browser can continue it for six hours, until twice its bytes were sent or a file in it changes.',
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
      summary: 'Get a preview of a page of a file',
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
      summary: 'Get the thumbnail of a file',
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
      description: 'Each file gets a free name in the folder: no file is replaced.',
      access: 'public',
      pages,
      streams: { 'multipart/form-data': filesForm },
      status: 201,
      // 200: the page that asks for the password.
      otherStatuses: [200],
    },
    visits,
    'receive'
  ),
]
