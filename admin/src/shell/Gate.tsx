import { lazyPart, useApiState, useSession, type Session } from '@crossdock/admin/kit'
import { useState, type ReactNode } from 'react'
import type { ApiClient } from '../data/api.js'
import { Live } from './Live.js'
import { Outage } from './Outage.js'
import { PageBar } from './PageBar.js'
import { ProofQuestion } from './ProofQuestion.js'
import { SessionQuestions } from './SessionQuestions.js'
import { Splash } from './Splash.js'

const HeldQuestion = lazyPart(() => import('../login/held/HeldQuestion.js'))

/** Renders the pages once the session is known, and page-wide dialogs above them. */
export function Gate({ api, children }: { api: ApiClient; children: ReactNode }) {
  const session = useSession()
  const outage = useApiState((state) => state.outage)
  const [open, setOpen] = useState<string>()
  if (session.isPending) {
    return outage ? <Outage onRetry={api.retryNow} /> : <Splash />
  }
  const held = session.data?.session?.held
  const id = session.data?.session?.id
  // Open pages stay below the dialog. A person who has just signed in opens no page yet.
  if (!held && open !== id) setOpen(id)
  return (
    <>
      {(!held || open === id) && children}
      {held && <HeldQuestion key={id} held={held} />}
      {session.data && !held && (
        <Live key={personKey(session.data)} api={api} session={session.data} />
      )}
      <PageBar />
      <SessionQuestions api={api} />
      <ProofQuestion api={api} />
    </>
  )
}

const personKey = ({ user, tenant }: Session) => `${user.id} ${tenant?.id ?? ''}`
