// The short form of the settings: the status of new products, the time of the nightly run, and some settings of orders.
import type {Settings} from '#domain/settings.ts';
import type {SettingsForm} from '../contract/settings.ts';

export function toForm({newProducts, nightlyAt, orders}: Settings): SettingsForm {
  const {sendingPaused, sendTestOrders, standingColour, delayMinutes, waitForFraudAnalysis} = orders;
  return {newProducts, nightlyAt, sendingPaused, sendTestOrders, standingColour, delayMinutes, waitForFraudAnalysis};
}

export function withForm(settings: Settings, form: SettingsForm): Settings {
  const {newProducts, nightlyAt, sendingPaused, sendTestOrders} = form;
  const {orders} = settings;
  const {standingColour = orders.standingColour, delayMinutes = orders.delayMinutes} = form;
  const {waitForFraudAnalysis = orders.waitForFraudAnalysis} = form;
  const changed = {sendingPaused, sendTestOrders, standingColour, delayMinutes, waitForFraudAnalysis};
  return {...settings, newProducts, nightlyAt, orders: {...orders, ...changed}};
}
