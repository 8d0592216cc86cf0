import Button from '@mui/material/Button'
import { EmptyState, PageHeader } from '@crossdock/admin/kit'
import { Compass } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link, useLocation } from 'react-router-dom'

/** The page for an address without a screen. */
export function NotFound() {
  const translate = useTranslate()
  const { pathname } = useLocation()
  return (
    <>
      <PageHeader title={translate('shell.notFound.title')} />
      <EmptyState
        icon={Compass}
        title={translate('shell.notFound.text', { path: pathname })}
        description={translate('shell.notFound.hint')}
        action={
          <Button component={Link} to="/dashboard" variant="contained">
            {translate('shell.notFound.action')}
          </Button>
        }
      />
    </>
  )
}
