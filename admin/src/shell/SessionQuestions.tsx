import { ConfirmDialog, page, useApiState } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ApiClient } from '../data/api.js'
import { SignInAgain } from './SignInAgain.js'

/** What has to be settled before calls go on: an ended session, or somebody else's. */
export function SessionQuestions({ api }: { api: ApiClient }) {
  const translate = useTranslate()
  const { session, asking } = useApiState()
  const { owner } = api.keeper
  if (!owner || !asking) return null
  if (session === 'ended') return <SignInAgain api={api} owner={owner} />
  if (session !== 'changed') return null
  return (
    <ConfirmDialog
      open
      title={translate('shell.changed.title')}
      description={translate('shell.changed.text', { email: owner.user.email })}
      cancelLabel={translate('shell.changed.look')}
      confirmLabel={translate('shell.changed.action')}
      onConfirm={page.reload}
      onClose={() => api.keeper.dismiss()}
    />
  )
}
