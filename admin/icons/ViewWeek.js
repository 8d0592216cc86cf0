import { Columns3 } from 'lucide-react'
import { icon } from './icon.js'

export default icon(Columns3)
