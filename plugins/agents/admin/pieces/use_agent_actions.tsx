import type { DesktopAgent } from '@crossdock/client'
import {
  ConfirmDialog,
  lazyPart,
  useAction,
  usePermissions,
  type MenuAction,
} from '@crossdock/admin/kit'
import { Archive, Pause, PenLine, Play, UserCheck } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

const EditAgent = lazyPart(() => import('./EditAgent.js'))

type Verb = 'pause' | 'resume' | 'retire' | 'take-over'

const refreshed = ['desktop-agents', 'tenant/usage']
const toastKeys = {
  pause: 'paused',
  resume: 'resumed',
  retire: 'retired',
  'take-over': 'takenOver',
}

/** The actions on one agent: menu and dialogs. */
export function useAgentActions() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.${key}`, values)
  const canManage = usePermissions().can('agents.manage')
  const [open, setOpen] = useState<{ kind: 'edit' | 'retire' | 'takeOver'; agent: DesktopAgent }>()
  const close = () => setOpen(undefined)
  const act = useAction<DesktopAgent, { agent: DesktopAgent; verb: Verb }>(
    ({ agent, verb }) => ({ path: `desktop-agents/${agent.id}/${verb}` }),
    {
      invalidates: refreshed,
      success: (_agent, { verb }) => ({ title: text(`done.${toastKeys[verb]}`) }),
      error: { fallback: text('failed') },
      onSuccess: close,
    }
  )
  const run = (agent: DesktopAgent, verb: Verb) => act.mutate({ agent, verb })

  const menuOf = (agent: DesktopAgent): MenuAction[] => {
    if (!canManage || agent.retiredAt) return []
    return [
      {
        label: text('action.edit'),
        icon: PenLine,
        onSelect: () => setOpen({ kind: 'edit', agent }),
      },
      {
        label: text(agent.isPaused ? 'action.resume' : 'action.pause'),
        icon: agent.isPaused ? Play : Pause,
        onSelect: () => run(agent, agent.isPaused ? 'resume' : 'pause'),
      },
      {
        label: text('action.takeOver'),
        icon: UserCheck,
        onSelect: () => setOpen({ kind: 'takeOver', agent }),
      },
      {
        label: text('action.retire'),
        icon: Archive,
        destructive: true,
        onSelect: () => setOpen({ kind: 'retire', agent }),
      },
    ]
  }

  const asked = open?.kind === 'retire' || open?.kind === 'takeOver' ? open : undefined
  const dialogs = (
    <>
      {open?.kind === 'edit' && <EditAgent agent={open.agent} onClose={close} />}
      {asked && (
        <ConfirmDialog
          open
          destructive={asked.kind === 'retire'}
          title={text(`${asked.kind}.title`, { name: asked.agent.machineName })}
          description={
            asked.kind === 'takeOver' && !asked.agent.owner
              ? text('takeOver.textGone')
              : text(`${asked.kind}.text`, { owner: asked.agent.owner })
          }
          confirmLabel={text(`action.${asked.kind}`)}
          pending={act.isPending}
          onConfirm={() => run(asked.agent, asked.kind === 'retire' ? 'retire' : 'take-over')}
          onClose={close}
        />
      )}
    </>
  )
  return { menuOf, run, isPending: act.isPending, canManage, dialogs }
}
