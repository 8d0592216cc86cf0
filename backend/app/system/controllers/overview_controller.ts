import { Answer, type Input } from '@crossdock/kernel/http'
import { testMail } from '../actions/test_mail.js'
import { systemOverview } from '../queries/overview.js'

export default class OverviewController {
  async show({ http }: Input) {
    return new Answer(200, await systemOverview(http), { 'cache-control': 'no-store' })
  }

  testMail() {
    return testMail()
  }
}
