import type { Execution } from '@crossdock/client'
import Box from '@mui/material/Box'
import { ActionMenu } from '@crossdock/admin/kit'
import { Eye } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { runPath } from '../paths.js'
import { RunButtons } from './RunActions.js'

/** Cancel or Retry when possible, and a link to the details. */
export function RunRowActions({ run }: { run: Execution }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <RunButtons run={run} small />
      <ActionMenu
        label={translate('flows.runs.actionsOf', { name: run.flowName })}
        actions={() => [
          {
            label: translate('flows.runs.view'),
            icon: Eye,
            onSelect: () => void navigate(runPath(run)),
          },
        ]}
      />
    </Box>
  )
}
