import { operation } from '@crossdock/kernel/http'
import { assetsShare, sharingWrite } from './contracts/index.js'
import doors from './doors.js'
import { shareList } from './queries/list_shares.js'
import { showCreated, showLists, showShares } from './transformers/share.js'
import * as shapes from './validators/share.js'

const shares = () => import('./controllers/shares_controller.js')
const rule = () => import('./controllers/sharing_rule_controller.js')

const one = { permission: assetsShare, response: shapes.shareShape, show: showShares }

export default [
  operation(
    'GET /shares',
    {
      summary: 'List links to files and folders',
      description:
        "Everybody's in the tenant. The filter `status` takes `active`, `expired`, `used_up` and `revoked`. What ended more than 90 days ago is gone.",
      list: shareList,
      ...one,
    },
    shares,
    'index'
  ),
  operation(
    'POST /assets/{id}/shares',
    {
      summary: 'Share a file or folder by a link',
      description:
        'Whoever has the link gets at it at /s/{token} without signing in, until it expires, is revoked or used up, and as long as you may do yourself what it lets others do. The link is in this answer and in the mails to its recipients. `POST /shares/{id}/link` reads it again, unless the rule about links says that they are shown once.',
      permission: assetsShare,
      body: shapes.newShare,
      response: shapes.createdShareShape,
      show: showCreated,
      status: 201,
      refusals: [409],
    },
    shares,
    'store'
  ),
  operation(
    'PUT /shares/{id}',
    {
      summary: 'Change the name, the end or the limit of a link',
      description: 'One that has expired or was used up may work again by it; a revoked one never.',
      body: shapes.shareChanges,
      refusals: [409],
      ...one,
    },
    shares,
    'update'
  ),
  operation(
    'DELETE /shares/{id}',
    {
      summary: 'Revoke a link',
      description:
        'It stops working at once, and downloads that are under way are cut. It stays listed for 90 days.',
      permission: assetsShare,
      status: 204,
    },
    shares,
    'destroy'
  ),
  operation(
    'POST /shares/{id}/link',
    {
      summary: 'Read the address of a link again',
      description:
        'For who may let others do what the link does. Told to the audit log. Not there for a link that is shown once (409).',
      permission: assetsShare,
      response: shapes.shareLinkShape,
      refusals: [409],
    },
    shares,
    'link'
  ),
  operation(
    'POST /shares/bulk',
    {
      summary: 'Revoke several links',
      description: 'All of them or none. Answers with them as they are now, in the order of ids.',
      permission: assetsShare,
      body: shapes.bulkRevoke,
      response: shapes.sharesShape,
      show: showLists,
    },
    shares,
    'bulk'
  ),
  operation(
    'GET /sharing-rule',
    {
      summary: 'What links to files and folders may be like',
      permission: assetsShare,
      response: shapes.sharingRuleShape,
    },
    rule,
    'show'
  ),
  operation(
    'PUT /sharing-rule',
    {
      summary: 'Decide what links to files and folders may be like',
      description:
        'Turned off, no link works. A shorter time also ends links that are there. A password is required of links that are made from then on.',
      permission: sharingWrite,
      body: shapes.sharingRuleBody,
      response: shapes.sharingRuleShape,
    },
    rule,
    'update'
  ),
  ...doors,
]
