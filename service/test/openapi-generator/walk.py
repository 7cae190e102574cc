"""Around a client that was generated from openapi.json, as partners do it."""

import json
import os

import billfold_client
from billfold_client import models
from billfold_client.exceptions import ApiException

configuration = billfold_client.Configuration(host=os.environ["BASE_URL"])
configuration.access_token = f"{os.environ['APP_ID']}:{os.environ['SECRET']}"
client = billfold_client.ApiClient(configuration)
customers = billfold_client.CustomersApi(client)
invoices = billfold_client.InvoicesApi(client)


def walk():
    """From a customer to a registered invoice with a link to pay it."""
    address = models.AddressInput(line1="12 Marina", city="Lagos", country="NG")
    made = customers.create_customer(
        models.CustomerCreate(name="Ada Stores Ltd", kind="business", tax_id="87654321-0001", address=address)
    )
    line = models.LineInput(description="Rice, 50 kg", quantity=3, unit_price="45000", tax_rate=7.5)
    drafted = invoices.create_invoice(
        models.InvoiceCreate(customer_id=made.customer.id, lines=[line]), idempotency_key="order-4711"
    )
    issued = invoices.issue_invoice(drafted.invoice.id).invoice
    link = billfold_client.PaymentsApi(client).create_payment_link(
        models.PaymentLinkCreate(amount=issued.total, invoice_id=issued.id)
    )
    einvoicing = billfold_client.EInvoicingApi(client)
    einvoicing.set_integration({"adapter": "sandbox"})
    registered = einvoicing.register_invoice(issued.id)
    listed = invoices.list_invoices(status="open", limit=10, include="lines")
    return {
        "number": issued.number,
        "checkout_url": link.checkout_url,
        "irn": registered.irn,
        "listed": listed.invoices[0].id,
        "pagination": listed.pagination.to_dict(),
    }


def refused():
    """A refusal, and its members."""
    try:
        invoices.create_invoice({"customer_id": 999_999_999, "lines": []})
    except ApiException as error:
        body = json.loads(error.body)
        return {"status": error.status, "code": body["code"], "fields": [each["field"] for each in body["errors"]]}


print(json.dumps({"walked": walk(), "refused": refused()}))
