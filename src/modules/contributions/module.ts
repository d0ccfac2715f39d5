/** Funds and contributions, which every church has. */
import { module } from '../../resource/module.ts'
import { personOf } from '../../resource/person-reference.ts'
import { contributionView } from './contribution-view.ts'
import { contributions } from './contributions.ts'
import { createFund } from './create-fund.ts'
import { defaultFund } from './default-fund.ts'
import { giveInDemo } from './demo.ts'
import { setRate } from './exchange-rates.ts'
import { inTheBooks } from './forgetting.ts'
import { funds } from './funds.ts'
import { givingReport } from './giving-report.ts'
import { givingReportFile } from './giving-report-file.ts'
import { homeGiving } from './home.ts'
import { personGivingView } from './person-giving-view.ts'
import { ratesFile, ratesView } from './rates-view.ts'
import { takeBackGifts } from './take-back.ts'
import { closeFund, makeDefault, reopenFund, updateFund } from './update-fund.ts'
import { voidContribution } from './void-gift.ts'

export const contributionsModule = module({
  name: 'contributions',
  title: 'Contributions',
  group: 'Giving',
  resources: [funds, contributions],
  navigation: [
    contributions,
    { label: 'Record gifts', path: '/contributions/new', icon: 'record', may: 'contributions:write' },
    { label: 'Giving report', path: '/contributions/report', icon: 'report', may: givingReport.name },
    funds,
    { label: 'Exchange rates', path: '/rates', icon: 'rate', may: ratesView.name, group: 'Bookkeeping' },
  ],
  atThumb: [{ label: 'New gift', path: '/contributions/new', icon: 'gift', may: 'contributions:write', rank: 20 }],
  actions: [voidContribution, createFund, updateFund, makeDefault, closeFund, reopenFund, setRate],
  views: [contributionView, personGivingView, ratesView, ratesFile, homeGiving, givingReport, givingReportFile],
  namesPeople: { moved: [personOf(contributions, inTheBooks)] },
  takesBack: [takeBackGifts],
  archive: {
    sums: [{ table: 'contributions', by: ['fund_id', 'currency', 'status'], of: ['amount', 'amount_base'] }],
  },
  needs: [defaultFund],
  demo: giveInDemo,
})
