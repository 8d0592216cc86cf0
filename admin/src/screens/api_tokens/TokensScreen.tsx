import type { ApiToken, CreatedApiToken } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  CodeBlock,
  EmptyState,
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  ResourceList,
  useDialogAddress,
  usePermissions,
  useSession,
  type ListFilter,
} from '@crossdock/admin/kit'
import { KeyRound, Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTokenColumns } from './columns.js'
import { exampleRequest } from './model.js'

const RevokeToken = lazyPart(() => import('./RevokeToken.js'))
const SecretDialog = lazyPart(() => import('./SecretDialog.js'))
const TokenDialog = lazyPart(() => import('./TokenDialog.js'))

/** /api-tokens: the person's own tokens; with permission, the tokens of all people. */
export default function TokensScreen() {
  const translate = useTranslate()
  const text = (key: string) => translate(`apiTokens.${key}`)
  const creating = useDialogAddress('new')
  const [made, setMade] = useState<CreatedApiToken>()
  // Show the secret only when the form is gone from the address. That navigation would close the secret without a
  // question.
  const isFormGone = !useSearchParams()[0].has('new')
  const [revoked, setRevoked] = useState<ApiToken>()
  const columns = useTokenColumns(setRevoked)
  const filters = useTokenFilters()
  const add = (
    <Button
      variant="contained"
      startIcon={<Icon icon={Plus} />}
      onClick={() => creating.open('token')}
    >
      {text('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={text('title')} subtitle={text('subtitle')} actions={add} />
      <PageBody>
        <ResourceList<ApiToken>
          resource="api-tokens"
          label={text('list')}
          columns={columns}
          sort={{ field: 'createdAt', order: 'DESC' }}
          search={text('search')}
          filters={filters}
          empty={<Empty action={add} />}
          noMatch={text('noMatch')}
        />
      </PageBody>
      {creating.value === 'token' && <TokenDialog onCreated={setMade} onClose={creating.close} />}
      {made && isFormGone && <SecretDialog token={made} onClose={() => setMade(undefined)} />}
      {revoked && <RevokeToken token={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

function useTokenFilters(): ListFilter[] {
  const translate = useTranslate()
  const { can } = usePermissions()
  const { data: session } = useSession()
  const status: ListFilter = {
    source: 'status',
    label: translate('apiTokens.column.status'),
    choices: ['active', 'expiring', 'expired', 'revoked'].map((id) => ({
      id,
      name: translate(`apiTokens.status.${id}`),
    })),
  }
  if (!can('tokens.read') || !session) return [status]
  const mine = { id: session.user.id, name: translate('apiTokens.filter.mine') }
  return [status, { source: 'userId', label: translate('apiTokens.filter.owner'), choices: [mine] }]
}

function Empty({ action }: { action: React.ReactNode }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`apiTokens.empty.${key}`)
  return (
    <EmptyState
      icon={KeyRound}
      title={text('title')}
      description={
        <>
          {text('text')}
          <Box component="span" sx={{ display: 'block', mt: 2, textAlign: 'left' }}>
            <CodeBlock label={text('example')} data={exampleRequest()} />
          </Box>
        </>
      }
      action={action}
    />
  )
}
