import type { Execution } from '@crossdock/client'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon, useAction, usePermissions } from '@crossdock/admin/kit'
import { ChevronDown } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useKindLabel } from '../workflows/kinds.js'
import { ChangedInput } from './ChangedInput.js'
import { isOpen } from './model.js'
import { runPath } from '../paths.js'
import { numberOf } from './place.js'

interface Replay {
  fromStepId?: string
  input?: { data: unknown }
}

/** Replays an ended run: whole, from a step on, or with another input. */
export function ReplayMenu({ run }: { run: Execution }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.replay.${key}`, values)
  const kindOf = useKindLabel('stepType')
  const navigate = useNavigate()
  const canRun = usePermissions().can('flows.run')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isChanging, setChanging] = useState(false)
  const replay = useAction<Execution, Replay>(
    (body) => ({ path: `flow-executions/${run.id}/replay`, body }),
    {
      invalidates: ['flow-executions'],
      success: { title: text('done') },
      error: { fallback: text('failed') },
      onSuccess: (made) => {
        setChanging(false)
        void navigate(runPath(made))
      },
    }
  )
  if (!canRun || isOpen(run.status) || run.retryHindrance === 'deleted') return null
  const start = (body: Replay) => {
    setAnchor(null)
    replay.mutate(body)
  }
  // A step that runs once for each item is not a possible start.
  const steps = run.stepResults.filter(
    ({ path, status, attempts }) => !path.includes('[') && status !== 'skipped' && attempts > 0
  )
  return (
    <>
      <Button
        variant="outlined"
        endIcon={<Icon icon={ChevronDown} />}
        aria-haspopup="menu"
        aria-expanded={anchor ? true : undefined}
        disabled={replay.isPending}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {text('menu')}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => start({})}>{text('whole')}</MenuItem>
        {steps.slice(1).map((step) => (
          <MenuItem key={step.path} onClick={() => start({ fromStepId: step.stepId })}>
            {text('from', {
              number: numberOf(step, run.stepResults),
              name: step.name ?? kindOf(step.type),
            })}
          </MenuItem>
        ))}
        <MenuItem
          onClick={() => {
            setAnchor(null)
            setChanging(true)
          }}
        >
          {text('changed')}
        </MenuItem>
      </Menu>
      {isChanging && (
        <ChangedInput
          data={run.contextData?.data}
          isPending={replay.isPending}
          onSubmit={(data) => replay.mutate({ input: { data } })}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  )
}
