// The settings that the page Settings has fields for, in the order it shows them.
import {catalogueSettings} from '#domain/settings/catalogue.ts';
import {sendingSettings} from '#domain/settings/orders.ts';

const {newProducts, nightlyAt} = catalogueSettings;
export const publishingSettings = {newProducts, nightlyAt};

export const generalSettings = {...publishingSettings, ...sendingSettings};
