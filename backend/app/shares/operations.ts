import { operation } from '@crossdock/kernel/http'
import { assetsShare, sharingWrite } from './contracts/index.js'
import visitorOperations from './visitor_operations.js'
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
        'Lists the links of all people in the tenant. The filter `status` takes `active`, `expired`, `used_up` and `revoked`. Links that ended more than 90 days ago are deleted.',
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
        'Anyone with the link can open /s/{token} without signing in, until the link expires, is revoked or is used up. The link only works while you have the permissions it gives to others. The link is in this answer and in the mails to its recipients. `POST /shares/{id}/link` reads it again, unless the rules for links show links only once.',
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
      description:
        'An expired or used-up link may work again after the change; a revoked link never does.',
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
        'The link stops working immediately, and running downloads end. It stays listed for 90 days.',
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
        'For callers who may give others the same access. The audit log records it. Not available for links that are shown once (409).',
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
      description:
        'If one link cannot be revoked, none is. Returns the links in the order of `ids`.',
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
      summary: 'Get the rules for links to files and folders',
      permission: assetsShare,
      response: shapes.sharingRuleShape,
    },
    rule,
    'show'
  ),
  operation(
    'PUT /sharing-rule',
    {
      summary: 'Set the rules for links to files and folders',
      description:
        'While links are turned off, no link works. A shorter maximum time also shortens existing links. A required password applies to new links.',
      permission: sharingWrite,
      body: shapes.sharingRuleBody,
      response: shapes.sharingRuleShape,
    },
    rule,
    'update'
  ),
  ...visitorOperations,
]
