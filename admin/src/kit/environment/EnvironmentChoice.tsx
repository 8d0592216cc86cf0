import type { Environment } from '@crossdock/client'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { SxProps, Theme } from '@mui/material/styles'
import { ChevronsUpDown, PowerOff } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useState, type ReactNode } from 'react'
import { Badge } from '../Badge.js'
import { Icon } from '../Icon.js'
import { ScreenReaderOnly } from '../ScreenReaderOnly.js'
import { useAskFirst } from '../unsaved.js'
import { EnvironmentBadge } from './EnvironmentBadge.js'
import { useEnvironments } from './useEnvironments.js'

interface EnvironmentChoiceProps {
  /** For places with little space on phones. */
  isTight?: boolean
  /** The content of the button, which names the environment; the environment's badge by default. */
  children?: ReactNode
  /** The look of a button with its own content. */
  sx?: SxProps<Theme>
}

/** Shows the current environment and switches to another one, after asking about input that would be lost. */
export function EnvironmentChoice({ isTight = false, children, sx = {} }: EnvironmentChoiceProps) {
  const translate = useTranslate()
  const { environments, chosen, choose } = useEnvironments()
  const askFirst = useAskFirst()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  if (!chosen) return null
  const select = (environment: Environment) => {
    setAnchor(null)
    if (environment.id !== chosen.id) askFirst(() => choose(environment))
  }
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={[
          {
            gap: 0.5,
            height: 36,
            px: 0.5,
            borderRadius: '8px',
            color: children ? 'text.primary' : 'text.secondary',
            '&:hover': { bgcolor: 'action.hover' },
          },
          ...(Array.isArray(sx) ? sx : [sx]),
        ]}
      >
        {children ?? (
          <>
            <ScreenReaderOnly>{translate('shell.environment.label')}</ScreenReaderOnly>
            <EnvironmentBadge environment={chosen} isTight={isTight} />
            <InactiveMark environment={chosen} isTight={isTight} />
          </>
        )}
        <Box component="span" sx={{ display: { xs: isTight ? 'none' : 'flex', sm: 'flex' } }}>
          <Icon icon={ChevronsUpDown} size={14} />
        </Box>
      </ButtonBase>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {environments.map((environment) => (
          <MenuItem
            key={environment.id}
            role="menuitemradio"
            aria-checked={environment.id === chosen.id}
            selected={environment.id === chosen.id}
            onClick={() => select(environment)}
            sx={{ gap: 1 }}
          >
            <EnvironmentBadge environment={environment} />
            <InactiveMark environment={environment} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

interface InactiveMarkProps {
  environment: Environment
  /** Shows only an icon on phones, because the name is wider than the rest of the bar. */
  isTight?: boolean
}

function InactiveMark({ environment, isTight }: InactiveMarkProps) {
  const translate = useTranslate()
  if (environment.isActive) return null
  const word = translate('kit.inactive')
  const badge = <Badge variant="secondary">{word}</Badge>
  if (!isTight) return badge
  return (
    <>
      <Box component="span" sx={{ display: { xs: 'flex', sm: 'none' } }}>
        <Icon icon={PowerOff} size={14} />
        <ScreenReaderOnly>{word}</ScreenReaderOnly>
      </Box>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'flex' } }}>
        {badge}
      </Box>
    </>
  )
}
