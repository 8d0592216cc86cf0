import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { Clock, Star } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

/** The ways to what one has starred and used last. */
export function FoundLinks() {
  const translate = useTranslate()
  return (
    <>
      <Button component={Link} to="/assets/starred" startIcon={<Icon icon={Star} />}>
        {translate('assets.starred.title')}
      </Button>
      <Button component={Link} to="/assets/recent" startIcon={<Icon icon={Clock} />}>
        {translate('assets.recent.title')}
      </Button>
    </>
  )
}
