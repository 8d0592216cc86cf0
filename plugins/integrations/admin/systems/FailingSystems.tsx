import type { FailingSystem } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  AttentionRow,
  RelativeTime,
  useAttention,
  usePermissions,
  type AttentionState,
} from '@crossdock/admin/kit'
import { Unplug } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { systemPath } from '../model.js'

const logOf = ({ id }: FailingSystem) =>
  `/integrations?tab=activity&filter=${encodeURIComponent(JSON.stringify({ systemId: id }))}`

/** On the dashboard: systems whose calls fail. */
export default function FailingSystems(props: { onState: (state: AttentionState) => void }) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('integrations.write')
  const failing = useAttention<FailingSystem>('integrations/systems/failing', props.onState)
  const text = (key: string, values?: object) => translate(`integrations.failing.${key}`, values)
  return failing.map((system) => {
    const { id, name, failed } = system
    return (
      <AttentionRow
        key={id}
        icon={Unplug}
        title={text('title', { name })}
        to={systemPath(system)}
        facts={
          <>
            {text('facts', { smart_count: failed })} <RelativeTime time={system.since} />
          </>
        }
        reason={system.errorMessage}
        actions={
          <>
            <Button
              size="small"
              component={Link}
              to={logOf(system)}
              aria-label={text('logOf', { name })}
            >
              {text('log')}
            </Button>
            {canWrite && (
              <Button
                size="small"
                variant="outlined"
                component={Link}
                to={systemPath(system)}
                aria-label={text('testOf', { name })}
              >
                {text('test')}
              </Button>
            )}
          </>
        }
      />
    )
  })
}
