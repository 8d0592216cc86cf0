import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Icon } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { commandIcon } from './icons.js'

interface CommandNameProps {
  type: string
  onOpen: () => void
}

/** The name of a command; a click opens its details. */
export function CommandName({ type, onOpen }: CommandNameProps) {
  const translate = useTranslate()
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.25,
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
      }}
    >
      <Icon icon={commandIcon(type)} />
      <Link
        component="button"
        type="button"
        color="inherit"
        underline="hover"
        sx={{ fontWeight: 500 }}
        onClick={(event) => {
          event.stopPropagation()
          onOpen()
        }}
      >
        {translate(`agents.type.${type}`, { _: type })}
      </Link>
    </Box>
  )
}
