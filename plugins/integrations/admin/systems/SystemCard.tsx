import type { ExternalSystem } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import {
  ActiveBadge,
  Badge,
  clamp,
  Icon,
  IconTile,
  kindIcon,
  kindNamed,
  RelativeTime,
  Tooltip,
} from '@crossdock/admin/kit'
import { Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { importPath, isImported, systemPath } from '../model.js'
import { HealthLine } from '../health/HealthLine.js'
import { useCircuit } from '../health/use_circuit.js'
import { useHealth } from '../health/use_health.js'
import { useSystemKinds } from './kinds.js'
import { useFailing } from './use_failing.js'

interface SystemCardProps {
  system: ExternalSystem
  /** Omitted for people with read access only. */
  onEdit?: () => void
  onTest?: () => void
  onDelete?: () => void
}

/** One external system. */
export function SystemCard({ system, onEdit, onTest, onDelete }: SystemCardProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.systems.${key}`, values)
  const { name, systemType, description } = system
  const { kinds } = useSystemKinds()
  const kind = kindNamed(kinds?.connectors ?? [], systemType)
  const health = useHealth(system)
  const circuit = useCircuit(system)
  const isPaused = health !== undefined && health.circuit.state !== 'closed'
  const isFailing = useFailing().some(({ id }) => id === system.id) && !health?.circuit.byHand
  return (
    <Box
      component="article"
      aria-label={name}
      sx={{ display: 'flex', flexDirection: 'column', height: 1 }}
    >
      <Box sx={{ p: 2.25, pb: 2, flex: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, pl: 'var(--card-start)' }}>
          <IconTile icon={kindIcon(kinds?.connectors, systemType)} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {text(`type.${systemType}`, { _: kind?.label ?? systemType })}
            </Typography>
          </Box>
          {isPaused || isFailing ? (
            <Badge variant="destructive" dot>
              {isFailing ? text('failing') : translate('integrations.health.paused')}
            </Badge>
          ) : (
            <ActiveBadge isActive={system.isActive} />
          )}
        </Box>
        {description && (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{
              mt: 1.75,
              ...clamp(3),
            }}
          >
            {description}
          </Typography>
        )}
        {system.capabilities.length > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1.5 }}>
            {system.capabilities.map((capability) => (
              <Badge key={capability} variant="outline">
                {text(`capability.${capability}`, { _: capability })}
              </Badge>
            ))}
          </Box>
        )}
        <HealthLine health={health} />
      </Box>
      <Box
        // A click on the card opens the endpoints; a click on these controls does not.
        onClick={(event) => event.stopPropagation()}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 0.5,
          px: 1.25,
          py: 0.75,
          borderTop: 1,
          borderColor: 'divider',
          '& .MuiButton-root': { minWidth: 0, px: 1 },
        }}
      >
        <Button
          size="small"
          component={Link}
          to={systemPath(system)}
          aria-label={text('viewEndpointsOf', { name })}
        >
          {text('viewEndpoints')}
        </Button>
        {onEdit && (
          <Button size="small" aria-label={text('editOf', { name })} onClick={onEdit}>
            {text('edit')}
          </Button>
        )}
        {onEdit && isImported(system) && (
          <Button
            size="small"
            component={Link}
            to={importPath(system)}
            aria-label={translate('integrations.imports.againTitle', { name })}
          >
            {translate('integrations.imports.again')}
          </Button>
        )}
        {onTest && isPaused && (
          <Button
            size="small"
            aria-label={translate('integrations.health.resumeOf', { name })}
            disabled={circuit.isPending}
            onClick={() => circuit.mutate({ state: 'closed' })}
          >
            {translate('integrations.health.resume')}
          </Button>
        )}
        {onTest && (
          <Button
            size="small"
            aria-label={translate('integrations.connection.testOf', { name })}
            onClick={onTest}
          >
            {translate('integrations.connection.test')}
          </Button>
        )}
        <Typography
          variant="caption"
          color="textSecondary"
          noWrap
          sx={{ flex: '1 0 auto', textAlign: 'right', pr: onDelete ? 0.5 : 1 }}
        >
          <RelativeTime time={system.updatedAt} />
        </Typography>
        {onDelete && (
          <Tooltip title={text('deleteOf', { name })}>
            <IconButton size="small" aria-label={text('deleteOf', { name })} onClick={onDelete}>
              <Icon icon={Trash2} />
            </IconButton>
          </Tooltip>
        )}
      </Box>
    </Box>
  )
}
