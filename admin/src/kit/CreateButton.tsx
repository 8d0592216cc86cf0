import Button, { type ButtonProps } from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useReachedLimit } from './data/useLimit.js'
import { Icon } from './Icon.js'
import { Tooltip } from './Tooltip.js'

interface CreateButtonProps {
  /** The name of the limit, such as `maxWorkflows`. */
  limit: string
  /** Message key of the sentence for a reached limit, with `%{limit}`. */
  reached: string
  variant?: ButtonProps['variant']
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/**
 * A link to the form for a new object whose number is limited. At the limit, the button is disabled, and its tooltip
 * says so. Only `aria-disabled` is set, because pointer and keyboard must reach the tooltip.
 */
export function CreateButton({ limit: meter, reached, variant, ...props }: CreateButtonProps) {
  const translate = useTranslate()
  const limit = useReachedLimit(meter)
  const common = { variant: variant ?? 'contained', startIcon: <Icon icon={Plus} /> } as const
  if (limit === undefined) return <Button {...common} {...props} />
  return (
    <Tooltip title={translate(reached, { limit, smart_count: limit })}>
      <Button
        {...common}
        aria-disabled
        className="Mui-disabled"
        sx={{ '&.Mui-disabled': { pointerEvents: 'auto' } }}
      >
        {props.children}
      </Button>
    </Tooltip>
  )
}
