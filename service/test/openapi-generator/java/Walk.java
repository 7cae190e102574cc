import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.example.billfold.*;

/** Around a client that was generated from openapi.json, as partners do it. */
public class Walk {
  private final ApiClient client = new ApiClient();
  private final ObjectMapper json = new ObjectMapper();
  private final InvoicesApi invoices;

  Walk(Map<String, String> env) {
    URI base = URI.create(env.get("BASE_URL"));
    client.setScheme(base.getScheme()).setHost(base.getHost()).setPort(base.getPort()).setBasePath(base.getPath());
    String credentials = env.get("APP_ID") + ":" + env.get("SECRET");
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + credentials));
    invoices = new InvoicesApi(client);
  }

  public static void main(String[] words) throws Exception {
    Walk walk = new Walk(System.getenv());
    Map<String, Object> found = Map.of("walked", walk.walk(), "refused", walk.refused());
    System.out.println(walk.json.writeValueAsString(found));
  }

  /** From a customer to a registered invoice with a link to pay it. */
  private Map<String, Object> walk() throws ApiException {
    var address = new AddressInput().line1("12 Marina").city("Lagos").country("NG");
    var kind = CustomerCreate.KindEnum.BUSINESS;
    var ada = new CustomerCreate().name("Ada Stores Ltd").kind(kind).taxId("87654321-0001").address(address);
    var customers = new CustomersApi(client);
    var customer = customers.createCustomer(ada, null, null).getCustomer();
    var rice = new LineInput().description("Rice, 50 kg").quantity(3).unitPrice("45000").taxRate(7.5);
    var draft = new InvoiceCreate().customerId(customer.getId()).lines(List.of(rice));
    long id = invoices.createInvoice(draft, null, "order-4711").getInvoice().getId();
    var issued = invoices.issueInvoice(id, null, null).getInvoice();
    BigDecimal total = issued.getTotal();
    var asked = new PaymentLinkCreate().amount(total).invoiceId(id);
    var link = new PaymentsApi(client).createPaymentLink(asked, null, null);
    var einvoicing = new EInvoicingApi(client);
    einvoicing.setIntegration(new IntegrationInput().adapter(IntegrationInput.AdapterEnum.SANDBOX), null, null);
    var registered = einvoicing.registerInvoice(id, null, null);
    var listed =
        customers.listCustomers(10, null, null, null, null, null, null, null, "ada", null, null, null, null);
    var pagination = new HashMap<String, Object>();
    pagination.put("limit", listed.getPagination().getLimit());
    pagination.put("has_more", listed.getPagination().getHasMore());
    pagination.put("next_cursor", listed.getPagination().getNextCursor());
    return Map.of(
        "number", issued.getNumber(),
        "checkout_url", link.getCheckoutUrl().toString(),
        "irn", registered.getIrn(),
        "listed", listed.getCustomers().get(0).getId(),
        "pagination", pagination);
  }

  /** A refusal, and its members. */
  private Map<String, Object> refused() throws Exception {
    try {
      invoices.createInvoice(new InvoiceCreate().customerId(999_999_999L).lines(List.of()), null, null);
      return Map.of();
    } catch (ApiException error) {
      var body = json.readTree(error.getResponseBody());
      var fields = StreamSupport.stream(body.get("errors").spliterator(), false)
          .map(each -> each.get("field").asText())
          .toList();
      return Map.of("status", error.getCode(), "code", body.get("code").asText(), "fields", fields);
    }
  }
}
